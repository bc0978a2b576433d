export { Turnpost, type Settings, type TurnSettings } from "./client.js";
export type { Event, EventSettings } from "./events.js";
export { Problem } from "./problem.js";
export { Turn } from "./turn.js";
export type { Answer, Ask, Choice, Choices, Schemas, Session } from "./types.js";
