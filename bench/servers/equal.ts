/** The process of the *equal* hand-written server. */
import { startHandWritten } from '../hand-written/server.js'
import { serve } from '../messages.js'

serve(startHandWritten)
