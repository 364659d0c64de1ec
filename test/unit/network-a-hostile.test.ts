import { describeHostileConnections } from "../support/hostile-network-a.ts";

describeHostileConnections(2_000);
