/** The work of the gate for CloudFormation. */
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { goesBack, type NewVersion, removeOldVersions, requireWorking, type VersionParts } from "./new-versions.ts";

interface GateProperties {
  ServiceToken: string;
  Versions: readonly NewVersion[];
}

/** The properties come from infra/cloud/rollout.ts. */
export type GateEvent = CloudFormationCustomResourceEvent<GateProperties, GateProperties>;

export interface GateParts extends VersionParts {
  /** Throws if a service that the API needs does not answer. */
  ready: () => Promise<void>;
}

/** Throws with a sentence for the operator if the new versions must get no traffic. */
export async function openGate(event: GateEvent, parts: GateParts): Promise<void> {
  if (event.RequestType === "Delete") return;
  const { Versions: versions } = event.ResourceProperties;
  if (event.RequestType === "Update" && goesBack(versions, event.OldResourceProperties.Versions)) return;
  await requireWorking(versions, parts);
  await requireReady(parts);
  await removeOldVersions(versions, parts);
}

/** The gate's own permissions are as new as the functions' permissions, so they may spread late, too. */
async function requireReady({ ready, pause }: GateParts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ready();
    } catch (error) {
      if (attempt === 6) throw error;
      await pause(5_000);
    }
  }
}

/**
 * Ends the step of the deployment, with the fault if there is one ("Custom resource response objects" in the CloudFormation
 * guide, at most 4,096 bytes). Throws if CloudFormation does not take the answer. Lambda then runs the gate again.
 */
export async function answerCloudFormation(
  event: CloudFormationCustomResourceEvent,
  fault: string | undefined,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const answer = {
    ...{ StackId, RequestId, LogicalResourceId },
    // Another id would mean that the resource was replaced.
    PhysicalResourceId: "PhysicalResourceId" in event ? event.PhysicalResourceId : "gate",
    Status: fault === undefined ? "SUCCESS" : "FAILED",
    ...(fault !== undefined && { Reason: fault.slice(0, 2_000) }),
  };
  // The signed address allows no content type, and bytes have none.
  const response = await fetch(event.ResponseURL, { method: "PUT", body: Buffer.from(JSON.stringify(answer)) });
  if (!response.ok) throw new Error(`CloudFormation answered ${response.status}`);
}
