// What sends the requests of orval's client: it adds the address of the server, and throws an error for a refusal.

export async function request<T>(path: string, { url, ...options }: RequestInit & { url?: string }): Promise<T> {
  const response = await fetch(`${url}${path}`, options);
  if (!response.ok) throw new Error(await response.text());
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return (isJson ? response.json() : response.blob()) as Promise<T>;
}
