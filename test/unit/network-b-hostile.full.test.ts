import { describeHostileExports } from "../support/hostile-network-b.ts";

describeHostileExports(20_000);
