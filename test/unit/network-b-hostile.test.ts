import { describeHostileExports } from "../support/hostile-network-b.ts";

describeHostileExports(2_000);
