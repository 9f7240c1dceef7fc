/** The process of the *bare* hand-written server. */
import { startHandWritten } from '../hand-written/server.js'
import { serve } from '../messages.js'

serve((start, tell) => startHandWritten({ ...start, tokenRules: undefined }, tell))
