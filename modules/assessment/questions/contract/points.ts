/** A score in tenths as it is read, without zeros at its end. */
export const pointsOfTenths = (tenths: number): string => String(tenths / 10)
