import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { expect, it, vi } from "vitest";
import { isUnsent, sendForm, whenUnsent } from "./send-form.ts";

const { signal } = new AbortController();
const answering = (status: number, data: unknown) => () => Promise.resolve({ status, data });
const failing = (error: Error) => () => Promise.reject(error);
const refused = (status: number, message: string) => ({
  error: new ErrorResponse(status, undefined, { message }),
});

it.each([
  ["no network", failing(new TypeError("Failed to fetch")), { reason: "offline", message: "TypeError" }],
  ["a proxy's page", failing(new Error("Unable to decode")), { reason: "busy", message: "" }],
  [
    "a busy server",
    answering(503, refused(503, "Beschäftigt.")),
    { reason: "busy", message: "Beschäftigt." },
  ],
])("%s is no answer, and is told", async (_, send, notice) => {
  const tell = vi.fn();
  whenUnsent(tell);
  const error: unknown = await sendForm(send, signal).catch((one: unknown) => one);
  expect(isUnsent({ error })).toBe(true);
  expect(tell).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(notice));
});

it.each([
  ["an outcome", answering(200, { data: { done: "saved" } })],
  ["a refused form, whatever its status", answering(503, { data: { message: "Not now", fields: {} } })],
  ["a refusal for the error screen", answering(404, refused(404, "Not found"))],
  ["nothing", answering(204, null)],
])("%s is an answer", async (_, send) => {
  expect(await sendForm(send, signal)).toEqual(await send());
});

it("what a newer navigation ends is neither", async () => {
  const newer = new AbortController();
  newer.abort();
  const ended = new DOMException("The user aborted a request", "AbortError");
  const error: unknown = await sendForm(failing(ended), newer.signal).catch((one: unknown) => one);
  expect(error).toBe(ended);
  expect(isUnsent({ error })).toBe(false);
});
