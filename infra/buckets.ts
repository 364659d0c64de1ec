/** The buckets of import files and of pictures: private, encrypted, over TLS only. */
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

export class Buckets extends Construct {
  readonly imports: Bucket;
  readonly pictures: Bucket;

  constructor(scope: Construct, id: string, allowedOrigins: readonly string[]) {
    super(scope, id);
    this.imports = new Bucket(this, "Imports", {
      ...privateBucket,
      // An import and its file are kept for a day.
      lifecycleRules: [{ id: "expire", expiration: Duration.days(1) }, forgetParts],
      // Large files go from the browser straight to the bucket, by a presigned request.
      ...(allowedOrigins.length > 0 && {
        cors: [
          {
            allowedOrigins: [...allowedOrigins],
            allowedMethods: [HttpMethods.PUT, HttpMethods.POST],
            allowedHeaders: ["content-type", "x-amz-*"],
            exposedHeaders: ["ETag"],
            maxAge: 600,
          },
        ],
      }),
    });
    this.pictures = new Bucket(this, "Pictures", { ...privateBucket, lifecycleRules: [forgetParts] });
  }

  /** One action on the objects below a prefix of the import bucket. */
  grantImports(target: ServiceFunction, action: "s3:GetObject" | "s3:PutObject", prefix: string): void {
    target
      .configure("IMPORT_BUCKET", this.imports.bucketName)
      .allow([action], [this.imports.arnForObjects(`${prefix}*`)]);
  }

  /** Whether the buckets are there: `HeadBucket` needs the permission to list. */
  grantProbe(target: ServiceFunction): void {
    target
      .configure("IMPORT_BUCKET", this.imports.bucketName)
      .configure("PICTURE_BUCKET", this.pictures.bucketName)
      .allow(["s3:ListBucket"], [this.imports.bucketArn, this.pictures.bucketArn]);
  }
}
