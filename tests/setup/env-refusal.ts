import { BadEnv, parseEnv } from "../../server/env.ts";

/** @returns why variables are refused; null if they are not */
export function refusal(source: Record<string, string>): string | null {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof BadEnv) return error.message;
    throw error;
  }
  return null;
}
