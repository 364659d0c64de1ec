/** The buckets for import files, for pictures and for files of accounts. All are private, encrypted and need TLS. */
import { Aws, CfnOutput, Duration, RemovalPolicy } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  BucketPolicy,
  type BucketProps,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { FileGrant } from "../../../functions/declaration.ts";
import type { ServiceFunction } from "../function/service-function.ts";
import type { Settings } from "../settings.ts";
import { objectExpiry } from "./object-expiry.ts";

/** The properties that all buckets of the stack share. */
export const privateBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} as const satisfies BucketProps;

/** The rules of the bucket of this name. */
function lifecycleRules(name: keyof typeof objectExpiry): LifecycleRule[] {
  const expiry = objectExpiry[name].map(({ days, ...rule }) => ({ ...rule, expiration: Duration.days(days) }));
  return [...expiry, { id: "abort-incomplete-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) }];
}

/** Lets pages of these origins call the bucket. */
function callableBy(origins: readonly string[], method: HttpMethods): BucketProps {
  if (origins.length === 0) return {};
  // A page that shows the progress of a transfer sends a preflight, with the headers that its library adds.
  const headers = { allowedHeaders: ["*"], exposedHeaders: ["ETag"] };
  return { cors: [{ allowedOrigins: [...origins], allowedMethods: [method], ...headers, maxAge: 600 }] };
}

/** The variable that has the name of the bucket. */
export const bucketVariables = {
  imports: "IMPORT_BUCKET",
  pictures: "PICTURE_BUCKET",
  accounts: "ACCOUNT_BUCKET",
} as const;

interface BucketSettings extends Pick<Settings, "allowedOrigins" | "pictureBucket" | "accountBucket"> {
  /** Web origins whose pages send files. */
  uploadOrigins: readonly string[];
}

/**
 * A new bucket, or the attached one of this name with its own settings. The policy of a bucket is deleted with the stack that
 * made it, so an attached bucket gets a new one.
 */
function keptBucket(scope: Construct, id: string, attached: string | undefined, props: BucketProps): IBucket {
  const bucket =
    attached === undefined
      ? new Bucket(scope, id, { ...privateBucket, ...props })
      : Bucket.fromBucketName(scope, id, attached);
  if (attached !== undefined) refusePlainHttp(scope, `${id}Policy`, bucket);
  const name = `${id.slice(0, -1)}Bucket`;
  new CfnOutput(scope, name, { value: bucket.bucketName }).overrideLogicalId(name);
  return bucket;
}

/** The statement that `enforceSSL` adds to a bucket of the stack. */
function refusePlainHttp(scope: Construct, id: string, bucket: IBucket): void {
  new BucketPolicy(scope, id, { bucket }).document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ["s3:*"],
      resources: [bucket.bucketArn, bucket.arnForObjects("*")],
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    }),
  );
}

export class Buckets extends Construct {
  readonly imports: IBucket;
  readonly pictures: IBucket;
  /** Documents of the search index, sets of contacts to delete, long values before changes, commits of imports and undos, exports, and closings of accounts. */
  readonly accounts: IBucket;
  /** The address in a form for an upload, which the SDK makes in path style ("Methods for accessing a bucket", S3 user guide). */
  readonly uploadUrl: string;
  /** The address below which the signed addresses of pictures are. */
  readonly picturesUrl: string;

  constructor(scope: Construct, id: string, settings: BucketSettings) {
    super(scope, id);
    const { allowedOrigins, uploadOrigins, pictureBucket, accountBucket } = settings;
    this.imports = new Bucket(this, "Imports", {
      ...privateBucket,
      lifecycleRules: lifecycleRules("imports"),
      // Browsers upload large files directly to the bucket, by a signed form.
      ...callableBy(uploadOrigins, HttpMethods.POST),
    });
    this.pictures = keptBucket(this, "Pictures", pictureBucket, { lifecycleRules: lifecycleRules("pictures") });
    const s3 = `https://s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.uploadUrl = `${s3}/${this.imports.bucketName}`;
    this.picturesUrl = `${s3}/${this.pictures.bucketName}/`;
    this.accounts = keptBucket(this, "Accounts", accountBucket, {
      lifecycleRules: lifecycleRules("accounts"),
      // Pages read exports from their signed addresses.
      ...callableBy(allowedOrigins, HttpMethods.GET),
    });
  }

  /**
   * Allows actions on the objects under a prefix. Without the permission to list, S3 answers 403 instead of 404 for a missing
   * object ("GetObject", Amazon S3 API reference). It is not documented which prefix S3 checks then, so the condition also
   * passes if there is none; a plain `StringLike` might lead to 403.
   */
  grant(target: ServiceFunction, { bucket: name, prefix, actions }: FileGrant): void {
    const bucket = this[name];
    target.configure(bucketVariables[name], bucket.bucketName);
    const onObjects = actions.filter((action) => action !== "ListBucket").map((action) => `s3:${action}`);
    target.allow(onObjects, [bucket.arnForObjects(`${prefix}*`)]);
    if (!actions.includes("ListBucket")) return;
    target.allow(["s3:ListBucket"], [bucket.bucketArn], { StringLikeIfExists: { "s3:prefix": `${prefix}*` } });
  }

  /** Allows `HeadBucket`, which needs the permission to list. */
  grantProbe(target: ServiceFunction): void {
    const names = Object.keys(bucketVariables) as (keyof typeof bucketVariables)[];
    for (const name of names) target.configure(bucketVariables[name], this[name].bucketName);
    target.allow(
      ["s3:ListBucket"],
      names.map((name) => this[name].bucketArn),
    );
  }
}
