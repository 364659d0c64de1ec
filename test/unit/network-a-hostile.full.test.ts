import { describeHostileConnections } from "../support/hostile-network-a.ts";

describeHostileConnections(20_000);
