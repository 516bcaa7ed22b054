import { z } from 'zod'

/** Validation must not compile code at run time: our content policy forbids it, and even trying is reported as a violation. */
z.config({ jitless: true })

/** Every schema of the browser is made with this one; the build sees to it (slim-contract.ts). */
export { z }
