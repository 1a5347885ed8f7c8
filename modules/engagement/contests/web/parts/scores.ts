/** Hundredths of a per cent as a score out of a hundred: 7850 is 78.5. */
export const scoreText = (hundredths: number): string => String(Math.round(hundredths) / 100)
