/** Whether somebody is where a check-in asks to be, as far as a device can say. */
import { refuse } from '#kit/errors.ts'
import type { Place } from '../contract/check-ins.ts'
import { accuracyMaxMeters, type Position } from '../contract/checking-in.ts'
import { OUTSIDE_PLACE, PLACE_NEEDED } from '../contract/codes.ts'
import type { EntryFlag } from '../contract/states.ts'

const earthRadius = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

type Point = Pick<Place, 'latitude' | 'longitude'>

/** Meters, over the surface. */
function distanceBetween(one: Point, other: Point): number {
  const [a, b] = [radians(one.latitude), radians(other.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const part = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(other.longitude - one.longitude))
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(part)))
}

export interface Located extends Position {
  readonly distance: number
  readonly flags: readonly EntryFlag[]
}

/** Refuses who is not there. The inaccuracy that the device admits counts for the member; a vaguer place is none. */
export function locate(place: Place | null, position: Position | null): Located | null {
  if (place === null) return null
  if (position === null || position.accuracy > accuracyMaxMeters)
    throw refuse(PLACE_NEEDED, { accuracyMax: accuracyMaxMeters })
  const distance = distanceBetween(place, position)
  if (distance - position.accuracy > place.radius)
    throw refuse(OUTSIDE_PLACE, { distance: Math.round(distance), radius: place.radius })
  const flags: EntryFlag[] = []
  if (position.accuracy === 0) flags.push('exact')
  if (position.latitude === place.latitude && position.longitude === place.longitude) flags.push('center')
  return { ...position, distance, flags }
}
