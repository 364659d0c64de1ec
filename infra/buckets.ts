/** The buckets of import files, of pictures and of what is kept of accounts: private, encrypted, over TLS only. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { deletionPrefix, searchPrefix } from "../shared/files/account-keys.ts";
import { avatarPrefix } from "../shared/files/picture-keys.ts";
import type { ServiceFunction } from "./service-function.ts";

/** What every bucket of the stack has in common. */
export const privateBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  removalPolicy: RemovalPolicy.RETAIN,
} as const satisfies BucketProps;

const forgetParts = { id: "abort-incomplete-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) };

type ObjectAction = "s3:GetObject" | "s3:PutObject" | "s3:DeleteObject";

export class Buckets extends Construct {
  readonly imports: Bucket;
  readonly pictures: Bucket;
  /** Documents of the search index and sets of contacts to delete. */
  readonly accounts: Bucket;

  constructor(scope: Construct, id: string, allowedOrigins: readonly string[]) {
    super(scope, id);
    this.imports = new Bucket(this, "Imports", {
      ...privateBucket,
      // An import is kept for a day, and so are its files, its rows and their pictures.
      lifecycleRules: [{ id: "expire", expiration: Duration.days(1) }, forgetParts],
      // Large files go from the browser straight to the bucket, by a signed form.
      ...(allowedOrigins.length > 0 && {
        cors: [
          {
            allowedOrigins: [...allowedOrigins],
            allowedMethods: [HttpMethods.POST],
            // A page that shows the progress of its upload asks first, by whatever headers its library adds.
            allowedHeaders: ["*"],
            exposedHeaders: ["ETag"],
            maxAge: 600,
          },
        ],
      }),
    });
    this.pictures = new Bucket(this, "Pictures", { ...privateBucket, lifecycleRules: [forgetParts] });
    this.accounts = new Bucket(this, "Accounts", {
      ...privateBucket,
      lifecycleRules: [
        // A document is made anew from the table when it is wanted. The log that would bring it up to date is as old at
        // most.
        { id: "expire-search", prefix: searchPrefix, expiration: Duration.days(90) },
        // The worker removes a set when it is done with it; one that it never could has long been among its dead
        // letters.
        { id: "expire-deletions", prefix: deletionPrefix, expiration: Duration.days(30) },
        forgetParts,
      ],
    });
  }

  /** These actions on the avatars. An address that a function signs lets its holder do what the function may. */
  grantAvatars(target: ServiceFunction, ...actions: ObjectAction[]): void {
    target
      .configure("PICTURE_BUCKET", this.pictures.bucketName)
      .allow(actions, [this.pictures.arnForObjects(`${avatarPrefix}*`)]);
  }

  /** Reading below a prefix of the import bucket, for those who must be told of what is not there; see `grantAccounts`. */
  grantImportsIfThere(target: ServiceFunction, prefix: string): void {
    this.grantImports(target, "s3:GetObject", prefix);
    target.allow(["s3:ListBucket"], [this.imports.bucketArn], { StringLikeIfExists: { "s3:prefix": `${prefix}*` } });
  }

  /** One action on the objects below a prefix of the import bucket. */
  grantImports(target: ServiceFunction, action: ObjectAction, prefix: string): void {
    target
      .configure("IMPORT_BUCKET", this.imports.bucketName)
      .allow([action], [this.imports.arnForObjects(`${prefix}*`)]);
  }

  /**
   * These actions on the objects below a prefix of the account bucket. Who reads may list there, too: to others S3
   * says 403 of an object that is not there, as it does of a fault of ours ("GetObject", Amazon S3 API reference).
   * Which prefix S3 asks about in that case is not documented, so the condition lets pass a question without one and
   * refuses every other prefix; a plain `StringLike` might bring the 403 back.
   */
  grantAccounts(target: ServiceFunction, prefix: string, ...actions: ObjectAction[]): void {
    target
      .configure("ACCOUNT_BUCKET", this.accounts.bucketName)
      .allow(actions, [this.accounts.arnForObjects(`${prefix}*`)]);
    if (!actions.includes("s3:GetObject")) return;
    target.allow(["s3:ListBucket"], [this.accounts.bucketArn], { StringLikeIfExists: { "s3:prefix": `${prefix}*` } });
  }

  /** Whether the buckets are there: `HeadBucket` needs the permission to list. */
  grantProbe(target: ServiceFunction): void {
    target
      .configure("IMPORT_BUCKET", this.imports.bucketName)
      .configure("PICTURE_BUCKET", this.pictures.bucketName)
      .configure("ACCOUNT_BUCKET", this.accounts.bucketName)
      .allow(["s3:ListBucket"], [this.imports.bucketArn, this.pictures.bucketArn, this.accounts.bucketArn]);
  }
}
