import { describeHostileFiles } from "../support/hostile-vcards.ts";

describeHostileFiles(20_000);
