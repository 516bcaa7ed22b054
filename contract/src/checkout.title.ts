/** What fits in one line of a checkout's heading. */
const oneLine = 26
/** What fits in two lines of it on a phone. */
const twoLines = 56

/** Server and browser both draw the heading, and must agree on its height. */
export const needsTwoLines = (title: string): boolean => title.length > oneLine

export const isCutOff = (title: string): boolean => title.length > twoLines
