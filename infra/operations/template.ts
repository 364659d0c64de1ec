/** Reads what the commands need in a CloudFormation template of the service. */
import { settingNames } from "../cloud/settings.ts";

export interface StackTemplate {
  Resources: Readonly<Record<string, { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> }>>;
  Outputs?: Readonly<Record<string, { Value: unknown }>>;
}

/** A resource with people's data, or one on which these data depend. It outlives the stack, and an option attaches it to another stack. */
export interface Attachable {
  /** The name of the option, such as `mainTable`. The output `MainTable` has its value. */
  option: string;
  output: string;
  /** Whether the stack made the resource. Otherwise it received its name. */
  isOwn: boolean;
}

export function attachables({ Outputs = {} }: StackTemplate): Attachable[] {
  return Object.entries(Outputs).flatMap(([output, { Value }]) => {
    const option = output.charAt(0).toLowerCase() + output.slice(1);
    return settingNames.includes(option) ? [{ option, output, isOwn: typeof Value !== "string" }] : [];
  });
}

/** The address of the mail identity that the stack makes. */
export function ownIdentity({ Resources }: StackTemplate): string | undefined {
  const identity = Object.values(Resources).find(({ Type }) => Type === "AWS::SES::EmailIdentity");
  return identity && String(identity.Properties?.EmailIdentity);
}

/** The sum of the concurrency that the functions reserve. */
export function reservedConcurrency({ Resources }: StackTemplate): number {
  const reserved = Object.values(Resources).map(({ Properties }) =>
    Number(Properties?.ReservedConcurrentExecutions ?? 0),
  );
  return reserved.reduce((sum, executions) => sum + executions, 0);
}
