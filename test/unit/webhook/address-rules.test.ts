import { describe, expect, it } from "vitest";
import { addressInUrl, isLoopbackAddress, isPublicAddress } from "../../../shared/webhook/address-rules.ts";

describe("an address that webhooks may be delivered to", () => {
  it.each([
    "93.184.216.34",
    "8.8.8.8",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2a00:1450:4001:80b::200e",
    "::ffff:8.8.8.8",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1"],
    ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "::ffff:10.0.0.1"],
    ...["169.254.169.254", "169.254.170.2", "::ffff:169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"],
    ...["0.0.0.0", "::", "255.255.255.255", "224.0.0.1", "ff02::1", "240.0.0.1", "fec0::1", "fc00::1"],
    ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "192.0.0.1", "2001:db8::1", "100::1"],
    ...["64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001::1"],
    ...["", "example.com", "1.2.3.4.5", "8.8.8.8/8"],
  ])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

  it("is one of this machine only if it is a loopback address", () => {
    const addresses = ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "10.0.0.1", "0.0.0.0", "8.8.8.8"];
    expect(addresses.filter(isLoopbackAddress)).toEqual(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]);
  });

  it("is found in a URL in each of its spellings", () => {
    const hosts = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:10.0.0.1]", "example.com", "localhost"];
    const found = hosts.map((host) => addressInUrl(new URL(`https://${host}/`)));
    expect(found).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1", "::1", "::ffff:a00:1", undefined, undefined]);
  });
});
