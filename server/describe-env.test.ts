import { expect, test } from "vitest";
import { describeEnv } from "./describe-env.ts";

test("a secret is told as set, and never by its value", () => {
  const facts = describeEnv({
    SMTP_URL: "smtps://user:hunter2@mail.example",
    DATABASE_URL: "postgres://matinee:hunter2@db/matinee",
    SESSION_SECRET: "hunter2".repeat(6),
    METRICS_TOKEN: "",
    PUBLIC_URL: "https://matinee.example",
  });
  expect(JSON.stringify(facts)).not.toContain("hunter2");
  const of = (name: string) => facts.find((fact) => fact.name === name);
  expect(of("SMTP_URL")).toEqual({ name: "SMTP_URL", set: true, value: null });
  expect(of("METRICS_TOKEN")).toEqual({ name: "METRICS_TOKEN", set: false, value: null });
  expect(of("PUBLIC_URL")).toEqual({ name: "PUBLIC_URL", set: true, value: "https://matinee.example" });
});
