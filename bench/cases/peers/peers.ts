/** The frameworks from npm that the service is compared with. */
import type { PeerName } from '../case.js'
import { feathers } from './feathers.js'
import type { Peer } from './peer.js'
import { postgraphile } from './postgraphile.js'
import { remult } from './remult.js'

export const peers: Readonly<Record<PeerName, Peer>> = { remult, feathers, postgraphile }
