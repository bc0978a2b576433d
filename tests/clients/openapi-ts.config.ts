export default { input: "openapi.json", output: { path: "client", importFileExtension: ".js" } };
