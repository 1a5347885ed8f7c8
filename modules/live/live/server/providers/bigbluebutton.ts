/** Live sessions on a BigBlueButton server. */
import type { Config } from '#server/config.ts'
import type { BigBlueButtonConfig } from '#server/config-live.ts'
import { type Answer, ask, listAt, numberAt, signedAddress, textAt } from './bigbluebutton-api.ts'
import {
  type Entrant,
  type Entry,
  type LiveProvider,
  ProviderError,
  type ProviderLive,
  ProviderMissing,
  type ProviderRecording,
  type ProviderStatus,
  type Tools,
} from './provider.ts'

const minuteMs = 60_000
/** An empty meeting waits for its people until this long after the planned end. */
const waitsMinutes = 120
/** A meeting without people continues for a quarter of an hour, because they may come back. */
const emptyMinutes = 15
/** The server accepts names of 2 to 64 characters. */
const nameLengthMin = 2
const nameLengthMax = 64

function configOf({ outside }: Tools): BigBlueButtonConfig {
  const config = outside.config.live.bigBlueButton
  if (!config) throw new ProviderMissing('BigBlueButton is not set up')
  return config
}

/** Shortened to the server's limit, without half a character at its end, and without control characters. */
export function meetingName(text: string): string {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim()
  let name = ''
  for (const character of clean) {
    if (name.length + character.length > nameLengthMax) break
    name += character
  }
  return name.length < nameLengthMin ? `${name} live`.trim() : name
}

function meeting(live: ProviderLive, now: number) {
  const expires = Math.ceil((Math.max(live.plannedEndAt, now) - now) / minuteMs) + waitsMinutes
  const onlyWatch = live.liveMode !== 3
  return {
    name: meetingName(live.subject),
    meetingID: live.id,
    record: true,
    autoStartRecording: true,
    // Recording starts by itself, and nobody can stop it.
    allowStartStopRecording: false,
    muteOnStart: true,
    // Viewers send nothing (LIVE mode 1 and 2); in an interactive session they may speak.
    lockSettingsDisableMic: onlyWatch,
    lockSettingsDisableCam: onlyWatch,
    meetingExpireIfNoUserJoinedInMinutes: expires,
    meetingExpireWhenLastUserLeftInMinutes: emptyMinutes,
    logoutURL: live.pageUrl,
    meta_endCallbackUrl: live.callbackUrl,
    'meta_bbb-recording-ready-url': live.callbackUrl,
  }
}

async function createMeeting(live: ProviderLive, tools: Tools): Promise<Answer> {
  const answer = await ask(configOf(tools), 'create', meeting(live, tools.now))
  if (textAt(answer, 'meetingID') !== live.id) throw new ProviderError('BigBlueButton made another meeting')
  return answer
}

async function infoOf(live: ProviderLive, tools: Tools): Promise<Answer | undefined> {
  try {
    return await ask(configOf(tools), 'getMeetingInfo', { meetingID: live.id })
  } catch (error) {
    if (error instanceof ProviderMissing) return undefined
    throw error
  }
}

async function endMeeting(live: ProviderLive, tools: Tools): Promise<void> {
  try {
    await ask(configOf(tools), 'end', { meetingID: live.id })
  } catch (error) {
    // A missing meeting has ended.
    if (!(error instanceof ProviderMissing)) throw error
  }
}

async function entry(live: ProviderLive, { role, name, memberId }: Entrant, tools: Tools): Promise<Entry> {
  const config = configOf(tools)
  // The host's entry creates the meeting again if the server has forgotten it; all others need an existing meeting.
  const info = role === 'organizer' ? await createMeeting(live, tools) : await infoOf(live, tools)
  if (!info || isOver(info)) throw new ProviderMissing('BigBlueButton has no such meeting')
  const webUrl = signedAddress(config, 'join', {
    fullName: meetingName(name),
    meetingID: live.id,
    role: role === 'attendee' ? 'VIEWER' : 'MODERATOR',
    // An address of this meeting opens no later one of the same name.
    createTime: textAt(info, 'createTime') || undefined,
    userID: memberId ?? undefined,
    redirect: true,
  })
  return { webUrl, clientUrl: webUrl }
}

function isOver(info: Answer): boolean {
  return textAt(info, 'hasBeenForciblyEnded') === 'true' || numberAt(info, 'endTime') > 0
}

async function status(live: ProviderLive, tools: Tools): Promise<ProviderStatus> {
  const info = await infoOf(live, tools)
  if (!info) return { state: 'missing' }
  const startedAt = numberAt(info, 'startTime') || undefined
  const endedAt = numberAt(info, 'endTime') || undefined
  if (isOver(info)) return { state: 'ended', startedAt, endedAt }
  // The server calls a meeting started as soon as it exists; it runs once somebody is in it.
  if (textAt(info, 'running') !== 'true') return { state: 'waiting' }
  return { state: 'running', startedAt, viewers: numberAt(info, 'participantCount') }
}

/** Video formats before slides, because every browser plays them. */
const formats = ['video', 'presentation', 'podcast']

function playable(recording: Answer): (ProviderRecording & { readonly at: number }) | undefined {
  const offered = listAt(recording, 'playback', 'format')
  const best = formats.map((type) => offered.find((one) => textAt(one, 'type') === type)).find((one) => one)
  const url = textAt(best ?? offered[0] ?? {}, 'url').trim()
  if (!/^https?:\/\//.test(url)) return undefined
  const at = numberAt(recording, 'startTime')
  return { url, at, seconds: Math.round(Math.max(0, numberAt(recording, 'endTime') - at) / 1000) }
}

async function recordings(live: ProviderLive, tools: Tools): Promise<readonly ProviderRecording[]> {
  const answer = await ask(configOf(tools), 'getRecordings', { meetingID: live.id, state: 'published' })
  return listAt(answer, 'recordings', 'recording')
    .filter((recording) => textAt(recording, 'meetingID') === live.id)
    .flatMap((recording) => playable(recording) ?? [])
    .sort((one, other) => other.at - one.at)
    .map(({ url, seconds }) => ({ url, seconds }))
}

export const bigBlueButton: LiveProvider = {
  key: 'bigbluebutton',
  talks: 'network',
  isConfigured: ({ live }: Config) => live.bigBlueButton !== null,
  async create(live, tools) {
    await createMeeting(live, tools)
    return { externalId: live.id }
  },
  async change(live, tools) {
    // The server cannot change name and rules; an empty meeting is replaced.
    const { state } = await status(live, tools)
    if (state === 'running' || state === 'ended') return
    await endMeeting(live, tools)
    await createMeeting(live, tools)
  },
  async start(live, _by, tools) {
    await createMeeting(live, tools)
  },
  end: (live, _by, tools) => endMeeting(live, tools),
  cancel: endMeeting,
  entry,
  status,
  recordings,
}
