/** The findings of cdk-nag that stay, each with the reason. Findings of these rules at other constructs fail the test. */
import { functionDeclarations, functionNames } from "../../infra/cloud/functions.ts";
import { backgroundFunctions, tableTrigger } from "../../infra/cloud/triggers.ts";

export interface Acknowledgement {
  rules: readonly string[];
  /** What a rule that can find several faults of a construct reports in brackets. */
  detail?: RegExp;
  /** Paths in the construct tree without the stack's name. */
  constructs: readonly string[];
  /** Options of the deployment cause the finding, so it is a fault of a stack without options. */
  byOption?: true;
  reason: string;
}

const buckets = ["Imports", "Pictures", "Accounts"].map((name) => `Buckets/${name}`);
const isBackground = (name: string) => backgroundFunctions.some((background) => background === name);
const functionsAt = (names: readonly string[]) => names.map((name) => `Functions/${name}/Function`);
const policiesOf = (names: readonly string[]) => names.map((name) => `Functions/${name}/Role/DefaultPolicy`);
/** The policies of the functions whose declared permissions meet the condition. */
const policiesWith = (condition: (grants: (typeof functionDeclarations)["contacts"]["grants"]) => boolean) =>
  policiesOf(functionNames.filter((name) => condition(functionDeclarations[name].grants)));

export const acknowledgements: readonly Acknowledgement[] = [
  {
    rules: ["AwsSolutions-APIG2"],
    constructs: ["Api/Rest"],
    reason:
      "The functions validate requests by their schemas and list every fault, which the gateway's validation can't.",
  },
  {
    rules: ["AwsSolutions-APIG3"],
    constructs: ["Api/Rest/DeploymentStage.prod"],
    reason: "A web ACL costs six dollars a month, so it is an option.",
  },
  {
    rules: ["AwsSolutions-APIG6"],
    constructs: ["Api/Rest/DeploymentStage.prod"],
    reason:
      "The access log has every request. Execution logs contain the paths of requests, and the path of a calendar feed is a secret.",
  },
  {
    rules: ["Serverless-APIGWXrayEnabled"],
    constructs: ["Api/Rest/DeploymentStage.prod"],
    reason:
      "Traces contain the paths of requests, and the path of a calendar feed is a secret, so tracing is an option.",
  },
  {
    rules: ["Serverless-LambdaTracing"],
    constructs: functionsAt(functionNames),
    reason:
      "Traces contain the paths of requests, and the path of a calendar feed is a secret, so tracing is an option.",
  },
  {
    rules: ["AwsSolutions-IAM4"],
    detail: /AmazonAPIGatewayPushToCloudWatchLogs$/,
    constructs: ["Api/Rest/CloudWatchRole"],
    reason: "The role serves all APIs of the AWS account, so it has the policy that API Gateway's documentation names.",
  },
  {
    rules: ["AwsSolutions-IAM4"],
    detail: /AWSLambdaBasicExecutionRole$/,
    constructs: ["BucketNotificationsHandler050a0587b7544547bf325f094a3db834/Role"],
    reason: "CDK makes this function, which runs only while the stack is deployed and handles no data of accounts.",
  },
  {
    rules: ["AwsSolutions-S1"],
    constructs: [...buckets, "Canary/Reports"],
    reason:
      "Access logs would keep the ids of accounts after their deletion. Only the functions and their signed addresses reach the objects.",
  },
  {
    rules: ["AwsSolutions-DDB3"],
    constructs: ["Database/Cache"],
    reason: "The table holds only rate counters and answers for replays, which expire within a day or two.",
  },
  {
    rules: ["AwsSolutions-COG1"],
    constructs: ["Users/Pool"],
    reason:
      "Passwords have at least twelve characters of any kind, because NIST SP 800-63B advises length instead of composition rules.",
  },
  {
    rules: ["AwsSolutions-COG2"],
    constructs: ["Users/Pool"],
    reason: "Each person decides whether to sign in with a second factor.",
  },
  {
    rules: ["AwsSolutions-COG8"],
    constructs: ["Users/Pool"],
    reason: "The Plus plan costs two cents a month for each active person, from the first one.",
  },
  {
    rules: ["AwsSolutions-SMG4"],
    constructs: ["Pepper/Secret"],
    reason: "A rotation without an operator would make every API key invalid.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /^Resource::<DatabaseMain\w+\.Arn>\/index\/\*$/,
    constructs: policiesWith(({ table }) => table?.includes("Query") ?? false),
    reason: "A function that may query the table may use all of its indexes, which hold the same data.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /^Resource::<Buckets\w+\.Arn>\/[\w-]+\/\*$/,
    constructs: policiesWith(({ files = [] }) => files.length > 0),
    reason: "The keys of objects contain ids, so a permission names the prefix that the function declares.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /:identity\/\*$/,
    constructs: policiesWith(({ mail }) => mail === true),
    byOption: true,
    reason:
      "In its sandbox, SES also checks the identity of each recipient. A condition limits the permission to our sender.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /^Resource::\*$/,
    constructs: policiesOf(functionNames),
    byOption: true,
    reason: "The actions of X-Ray, and those for the state of the SES account, have no narrower resource.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /^Resource::\*$/,
    constructs: policiesOf([tableTrigger.function]),
    reason: "Lambda lists the streams of the AWS account when it connects one, for which AWS has no narrower resource.",
  },
  {
    rules: ["AwsSolutions-IAM5"],
    detail: /^Resource::<Functions\w+\.Arn>:\*$/,
    constructs: policiesWith(({ versions }) => versions === true),
    reason: "The number of a version is known only after it is published. The permission is limited to our functions.",
  },
  {
    rules: ["AwsSolutions-IAM5", "Serverless-LambdaStarPermissions"],
    constructs: ["Canary/Canary/ServiceRole"],
    reason: "CDK makes the role of the canary, which writes reports and metrics and can read no data of accounts.",
  },
  {
    rules: ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"],
    constructs: ["Background/DeadLetters"],
    reason: "The queue is itself for dead letters. The rules do not know the failure destinations of functions.",
  },
  {
    rules: ["Serverless-SQSRedrivePolicy"],
    constructs: ["Webhooks/DeadLetters"],
    reason: "The queue is itself for dead letters.",
  },
  {
    rules: ["Serverless-LambdaEventSourceMappingDestination"],
    constructs: ["QueueC58117C1", "SlowQueue5632C563"].map(
      (queue) => `Functions/webhook-sender/Live/SqsEventSource:contactsWebhooks${queue}`,
    ),
    reason: "A queue has its own queue of dead letters. Lambda accepts a destination of failures for streams only.",
  },
  {
    rules: ["Serverless-LambdaDLQ"],
    constructs: functionsAt(functionNames.filter(isBackground)),
    reason: "Events that failed at every attempt go to the failure destination of the alias, with the error.",
  },
  {
    rules: ["Serverless-LambdaDLQ"],
    constructs: functionsAt(functionNames.filter((name) => !isBackground(name))),
    reason: "The function is called synchronously, so its caller gets the error.",
  },
  {
    rules: ["Serverless-SNSRedrivePolicy"],
    constructs: ["Alarms/Topic/oncall@example.com"],
    byOption: true,
    reason: "CloudWatch keeps the state and the history of an alarm whose mail could not be delivered.",
  },
];
