/** Where the device says it is, in WGS-84. A page cannot see whether that is true. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  /** In meters: so far may the true place be from this one. */
  readonly accuracy: number
}

/** `denied`: the person or the browser said no. `missing`: the device does not know. */
export type PlaceFailure = 'denied' | 'missing'

/** Rooms have walls: a place may take a while, and an old one is good for some seconds only. */
const asked: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 }

export function findPlace(): Promise<Place | PlaceFailure> {
  return new Promise((resolve) => {
    const devices: Geolocation | undefined = navigator.geolocation
    if (!devices) return resolve('missing')
    devices.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code }) => resolve(code === 1 ? 'denied' : 'missing'),
      asked,
    )
  })
}
