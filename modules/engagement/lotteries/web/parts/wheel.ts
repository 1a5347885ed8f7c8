/** Where the wheel stands: angles in degrees, clockwise, with the pointer at the top. Every prize has a field of the same size. */

const turnsAtLeast = 5

/** The angle to which the wheel turns on from `before`, so that it shows the prize of this place. */
export function turnTo(before: number, place: number, count: number): number {
  const shown = 360 - ((place + 0.5) * 360) / count
  return (Math.ceil(before / 360) + turnsAtLeast) * 360 + shown
}

/** The place of the prize at which the pointer stands. */
export function placeAt(angle: number, count: number): number {
  const turned = (((360 - (angle % 360)) % 360) + 360) % 360
  return Math.floor((turned * count) / 360)
}

/** A point of the rim. */
export function rimPoint(angle: number, radius: number): readonly [x: number, y: number] {
  const radians = ((angle - 90) * Math.PI) / 180
  return [radius * Math.cos(radians), radius * Math.sin(radians)]
}
