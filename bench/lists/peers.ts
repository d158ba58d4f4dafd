import { startDirectus } from './directus.ts';
import { startPayload } from './payload.ts';
import { type Peer, reasonOf } from './peer.ts';
import { startStrapi } from './strapi.ts';

const KNOWN = { Directus: startDirectus, Strapi: startStrapi, Payload: startPayload };

/** Installs and starts all that can be had here, one after the other; what cannot is reported with its reason. */
export async function startPeers(url: string, folder: string, left: (reason: string) => void): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const [name, start] of Object.entries(KNOWN)) {
    try {
      peers.push(await start(url, folder));
    } catch (error) {
      left(`${name} does not install or start: ${reasonOf(error)}`);
    }
  }
  return peers;
}

/** Gives them the rows as they are now; one that cannot take them is ended and reported with the reason. */
export async function fillPeers(peers: readonly Peer[], left: (reason: string) => void): Promise<Peer[]> {
  const filled: Peer[] = [];
  for (const peer of peers) {
    try {
      await peer.fill();
      filled.push(peer);
    } catch (error) {
      left(`${peer.name} does not take the rows: ${reasonOf(error)}`);
      await peer.stop();
    }
  }
  return filled;
}
