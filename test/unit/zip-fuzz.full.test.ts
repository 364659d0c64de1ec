import { describe } from "vitest";
import { describeHostileArchives } from "../support/zip-fuzz.ts";

describe("archives", () => describeHostileArchives(20_000));
