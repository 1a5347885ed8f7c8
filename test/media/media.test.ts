/**
 * The embedded engine with bots. All of its tests are in this one file: the bots' library is one for the whole process,
 * and ends with the file.
 */
import { vi } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { faultTests } from './faults.ts'
import { recordingTests } from './recordings.ts'
import { type MediaTest, testRooms } from './room.ts'
import { refusalTests, roomTests } from './rooms.ts'

// Media flow in real time; a machine that does other things besides needs its time.
vi.setConfig({ testTimeout: 90_000 })

const platform = testPlatform({ poolSize: 4, environment: { LIVE_BIND: '127.0.0.1' } })
const media = testRooms(platform)
const host = 'media-test'
const test: MediaTest = { platform, media, host, engine: () => media.engine(host) }

roomTests(test)
refusalTests(test)
recordingTests(test)
faultTests(test)
