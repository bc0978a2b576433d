import type { components, paths } from "./schema.js";

/** The schemas of the OpenAPI document, by name. */
export type Schemas = components["schemas"];
export type Choice = Schemas["Choice"];
export type Choices = Schemas["Choices"];
/** What a session needs. The response of a sign-in is one. */
export type Session = { access_token: string; refresh_token?: string };

export type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
export type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O> = O extends { parameters: infer T } ? Omit<T, "cookie"> : unknown;
type Body<O> = O extends { requestBody: { content: { "application/json": infer T } } } ? { body: T } : { body?: undefined };
/** What a request of an operation says. */
export type Ask<O> = Parameters<O> & Body<O> & { signal?: AbortSignal | undefined };
/** The arguments of a request: none are needed if everything that it says is optional. */
export type Asks<O> = object extends Ask<O> ? [ask?: Ask<O>] : [ask: Ask<O>];

type Json<T> = T extends { content: { "application/json": infer J } } ? J : undefined;
type Success<R> = keyof R & (200 | 201 | 202);
/** What the server answers to a request of an operation. */
export type Answer<O> = O extends { responses: infer R } ? ([Success<R>] extends [never] ? undefined : Json<R[Success<R>]>) : never;
