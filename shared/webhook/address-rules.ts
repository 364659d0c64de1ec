/** The addresses that webhooks may be delivered to: never one that only this machine or its network can reach. */
import ipaddr from "ipaddr.js";

/** Where IPv6 has addresses of the whole internet ("IANA IPv6 address space": 2000::/3). */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IPv4 or IPv6 address is one of the whole internet. Private, loopback, link-local (where clouds serve metadata),
 * shared, documentation, multicast and reserved addresses are none, and neither are IPv6 addresses that lead to an IPv4 address
 * (mapped, NAT64, 6to4, Teredo), except mapped ones of a public address. False for a text that is no address.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parse(ip);
  if (address?.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}

/** Whether it is an address of this machine: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(ip: string): boolean {
  return parse(ip)?.range() === "loopback";
}

/** The address that a URL names instead of a host name, without brackets; undefined for a name. */
export function addressInUrl({ hostname }: URL): string | undefined {
  const text = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(text) ? text : undefined;
}

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
}
