/** More than any payment needs, and few enough that their signatures are checked in a moment. */
export const mostInputs = 500
