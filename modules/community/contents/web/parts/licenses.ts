/** The terms that an author chooses from; others stand as they are written. */
export const licenses = ['all', 'internal', 'by', 'byNc', 'byNd'] as const

export const isKnownLicense = (license: string) => licenses.some((one) => one === license)
