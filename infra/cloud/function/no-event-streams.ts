/**
 * Takes the place of the SDK's event streams in bundles, because no command of the service uses one. The SDK imports them late,
 * so every module that they share with a client would be in another chunk.
 */
export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

export function eventStreamSerdeProvider(): never {
  throw new Error("event streams are not in the bundle");
}

export { eventStreamSerdeProvider as EventStreamSerde };
