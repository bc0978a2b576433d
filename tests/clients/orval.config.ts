export default {
  turnpost: {
    input: "openapi.json",
    output: {
      client: "fetch",
      target: "client.ts",
      override: {
        // The statuses are left to the function that sends, because the types for `5XX` that orval makes are not TypeScript.
        fetch: { includeHttpResponseReturnType: false },
        mutator: { path: "orval_fetch.ts", name: "request", extension: ".js" },
      },
    },
  },
};
