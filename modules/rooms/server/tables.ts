// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Replay {
  room_id: string
  company_id: string
  state: Generated<string>
  failure: string | null
  file_id: string
  owner_id: string
  title: string
  task_id: string | null
  replaced: Generated<boolean>
  begins_at: number | null
  duration_ms: Generated<number>
  permille: Generated<number>
  requested_at: number
  finished_at: number | null
  run_id: string | null
  heartbeat_at: number | null
  runs: Generated<number>
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

export interface DB {
  'rooms.replay': Replay
  'rooms.replay_chapter': ReplayChapter
  'rooms.replay_watch': ReplayWatch
}
