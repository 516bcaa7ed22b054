import { z } from 'zod'

/** Validation must not compile code at run time: our content policy forbids it, and even trying is reported as a violation. */
z.config({ jitless: true })
