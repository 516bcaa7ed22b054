import { docsGroup, type Screen, screens } from '../../frame/screens.ts'

/** The chapters, in the order in which a developer needs them. */
export const chapters = Object.values<Screen>(screens.public).filter(({ nav }) => nav?.group === docsGroup)
