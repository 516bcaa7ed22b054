import { docsScreens } from '../../frame/docs-screens.ts'
import type { Screen } from '../../frame/screens.ts'

/** The chapters, in the order in which a developer needs them. */
export const chapters = Object.values<Screen>(docsScreens)
