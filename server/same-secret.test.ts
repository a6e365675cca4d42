import { expect, test } from "vitest";
import { isSameSecret } from "./same-secret.ts";

test.each([
  ["Bearer abc", "Bearer abc", true],
  ["Bearer abd", "Bearer abc", false],
  ["", "Bearer abc", false],
  ["Bearer abc and more", "Bearer abc", false],
  ["Bearer \u{1F600}", "Bearer \u{1F600}", true],
])("%j against %j: %s", (sent, kept, same) => expect(isSameSecret(sent, kept)).toBe(same));
