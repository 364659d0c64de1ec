/**
 * Takes the place of the SDK's event streams in bundles, because no command of the service uses one. The SDK imports them late,
 * for which esbuild would have to wrap most modules of the SDK in functions.
 */
export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

export function eventStreamSerdeProvider(): never {
  throw new Error("event streams are not in the bundle");
}

export { eventStreamSerdeProvider as EventStreamSerde };
