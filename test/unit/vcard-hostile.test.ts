import { describeHostileFiles } from "../support/hostile-vcards.ts";

describeHostileFiles(2_000);
