// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Beat {
  room_id: string
  process_id: string
  company_id: string
  at: number
}

export interface Deck {
  room_id: string
  file_id: string
  company_id: string
  name: string
  pages: number
  added_at: number
}

export interface Event {
  room_id: string
  sequence: number
  company_id: string
  name: string
  audience: string
  participant_id: string | null
  data: ColumnType<unknown, string, string>
  at: number
}

export interface Link {
  id: string
  company_id: string
  room_id: string
  role: string
  label: string
  token: string
  token_hash: Buffer
  expires_at: number | null
  revoked_at: number | null
  use_count: Generated<number>
  created_by: string | null
  created_at: number
}

export interface LinkUse {
  id: string
  company_id: string
  room_id: string
  link_id: string
  participant_id: string
  name: string
  ip: string
  at: number
}

export interface Message {
  id: string
  company_id: string
  room_id: string
  participant_id: string | null
  text: string
  at: number
  pinned_at: number | null
  removed_at: number | null
}

export interface Participant {
  id: string
  company_id: string
  room_id: string
  member_id: string | null
  link_id: string | null
  name: string
  avatar_path: Generated<string>
  role: string
  hand_at: number | null
  invited_at: number | null
  silenced: Generated<boolean>
  removed_at: number | null
  joined_at: number | null
  resume_hash: Buffer | null
  created_at: number
}

export interface Poll {
  id: string
  company_id: string
  room_id: string
  kind: string
  question: string
  options: string[]
  multiple: boolean
  correct: number[] | null
  state: Generated<string>
  opened_at: number
  closed_at: number | null
}

export interface PollAnswer {
  poll_id: string
  participant_id: string
  company_id: string
  options: number[]
  at: number
}

export interface Presence {
  id: string
  company_id: string
  room_id: string
  participant_id: string
  process_id: string
  device: string
  began_at: number
  ended_at: number | null
}

export interface Question {
  id: string
  company_id: string
  room_id: string
  participant_id: string | null
  text: string
  votes: Generated<number>
  at: number
  answered_at: number | null
  removed_at: number | null
}

export interface QuestionVote {
  question_id: string
  participant_id: string
  company_id: string
  at: number
}

export interface Replay {
  room_id: string
  company_id: string
  state: Generated<string>
  failure: string | null
  file_id: string
  owner_id: string | null
  title: string
  task_id: string | null
  watermark: Generated<boolean>
  downloadable: Generated<boolean>
  replaced: Generated<boolean>
  begins_at: number | null
  duration_ms: Generated<number>
  permille: Generated<number>
  requested_at: number
  finished_at: number | null
  run_id: string | null
  pieces_removed_at: number | null
}

export interface ReplayChapter {
  id: string
  company_id: string
  room_id: string
  at_ms: number
  kind: string
  title: string
}

export interface ReplayWatch {
  room_id: string
  member_id: string
  company_id: string
  file_id: string
  watched: Generated<string>
  covered_ms: Generated<number>
  position_ms: Generated<number>
  active_ms: Generated<number>
  started_at: number
  watched_at: number
  playback_id: string | null
  sequence: Generated<number>
  credited_until: number
  carry_ms: Generated<number>
}

export interface Reward {
  id: string
  company_id: string
  room_id: string
  participant_id: string
  coins: number
  at: number
}

export interface Room {
  id: string
  company_id: string
  kind: string
  title: string
  mode: string
  state: Generated<string>
  planned_end_at: number
  owner_id: string | null
  host_participant_id: string | null
  minimum_minutes: Generated<number>
  settings: ColumnType<unknown, string, string>
  started_at: number | null
  ended_at: number | null
  ended_by: string | null
  online: Generated<number>
  online_peak: Generated<number>
  likes: Generated<number>
  sequence: Generated<number>
  shown_file_id: string | null
  shown_page: Generated<number>
  created_at: number
}

export interface Seat {
  room_id: string
  number: number
  company_id: string
  participant_id: string
  audio_muted: Generated<boolean>
  video_muted: Generated<boolean>
  microphone: Generated<boolean>
  camera: Generated<boolean>
  screen: Generated<boolean>
  taken_at: number
}

export interface SignRound {
  id: string
  company_id: string
  room_id: string
  number: number
  opened_at: number
  closes_at: number | null
  closed_at: number | null
}

export interface Signature {
  round_id: string
  participant_id: string
  company_id: string
  at: number
}

export interface SlideShown {
  id: string
  company_id: string
  room_id: string
  file_id: string | null
  page: number
  at: number
}

export interface Stroke {
  room_id: string
  id: string
  company_id: string
  sequence: number
  participant_id: string | null
  file_id: string | null
  page: number
  shape: ColumnType<unknown, string, string>
  cleared_at: number | null
}

export interface Ticket {
  hash: Buffer
  company_id: string
  room_id: string
  participant_id: string
  purpose: string
  session_id: string | null
  device: string
  expires_at: number
}

export interface DB {
  'rooms.beat': Beat
  'rooms.deck': Deck
  'rooms.event': Event
  'rooms.link': Link
  'rooms.link_use': LinkUse
  'rooms.message': Message
  'rooms.participant': Participant
  'rooms.poll': Poll
  'rooms.poll_answer': PollAnswer
  'rooms.presence': Presence
  'rooms.question': Question
  'rooms.question_vote': QuestionVote
  'rooms.replay': Replay
  'rooms.replay_chapter': ReplayChapter
  'rooms.replay_watch': ReplayWatch
  'rooms.reward': Reward
  'rooms.room': Room
  'rooms.seat': Seat
  'rooms.sign_round': SignRound
  'rooms.signature': Signature
  'rooms.slide_shown': SlideShown
  'rooms.stroke': Stroke
  'rooms.ticket': Ticket
}
