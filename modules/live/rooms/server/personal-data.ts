/** The personal data of a member in rooms: its export and its erasure. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { roomsTables } from './db.ts'

export const roomsPersonalData = personalData({
  module: 'rooms',
  async collect(connection, { memberId }) {
    const db = roomsTables(connection)
    const { rows: visits } = await sql<Record<string, unknown>>`
      select r.title, p.role, s.device, s.began_at, s.ended_at from rooms.participant p
      join rooms.room r on r.id = p.room_id join rooms.presence s on s.participant_id = p.id
      where p.member_id = ${memberId} order by s.began_at`.execute(db)
    const { rows: messages } = await sql<Record<string, unknown>>`
      select r.title, m.text, m.at, m.removed_at from rooms.participant p
      join rooms.room r on r.id = p.room_id join rooms.message m on m.participant_id = p.id
      where p.member_id = ${memberId} order by m.at`.execute(db)
    const { rows: questions } = await sql<Record<string, unknown>>`
      select r.title, q.text, q.at, q.answered_at from rooms.participant p
      join rooms.room r on r.id = p.room_id join rooms.question q on q.participant_id = p.id
      where p.member_id = ${memberId} order by q.at`.execute(db)
    const { rows: answers } = await sql<Record<string, unknown>>`
      select r.title, o.question, a.options, a.at from rooms.participant p
      join rooms.room r on r.id = p.room_id join rooms.poll_answer a on a.participant_id = p.id
      join rooms.poll o on o.id = a.poll_id where p.member_id = ${memberId} order by a.at`.execute(db)
    const { rows: signed } = await sql<Record<string, unknown>>`
      select r.title, o.number as round, s.at from rooms.participant p
      join rooms.room r on r.id = p.room_id join rooms.signature s on s.participant_id = p.id
      join rooms.sign_round o on o.id = s.round_id where p.member_id = ${memberId} order by s.at`.execute(db)
    const { rows: watched } = await sql<Record<string, unknown>>`
      select r.title, w.covered_ms, w.position_ms, w.active_ms, w.started_at, w.watched_at
      from rooms.replay_watch w join rooms.room r on r.id = w.room_id
      where w.member_id = ${memberId} order by w.started_at`.execute(db)
    return [
      { name: 'live-visits', title: { cn: '我的直播出席', en: 'My live session attendance' }, rows: visits },
      { name: 'live-messages', title: { cn: '我的直播发言', en: 'My live session messages' }, rows: messages },
      { name: 'live-questions', title: { cn: '我的直播提问', en: 'My live session questions' }, rows: questions },
      { name: 'live-polls', title: { cn: '我的直播投票', en: 'My poll answers' }, rows: answers },
      { name: 'live-signs', title: { cn: '我的直播签到', en: 'My live session check-ins' }, rows: signed },
      { name: 'live-replays', title: { cn: '我的回放观看', en: 'Watched replays' }, rows: watched },
    ]
  },
  /** The participant row stays without a name, because reports count it and other people answered its messages. */
  async erase(connection, { memberId }) {
    const db = roomsTables(connection)
    await sql`delete from rooms.ticket where participant_id in
      (select id from rooms.participant where member_id = ${memberId})`.execute(db)
    await sql`delete from rooms.seat where participant_id in
      (select id from rooms.participant where member_id = ${memberId})`.execute(db)
    await sql`update rooms.participant set member_id = null, name = '', avatar_path = ''
      where member_id = ${memberId}`.execute(db)
    await sql`update rooms.room set owner_id = null where owner_id = ${memberId}`.execute(db)
    await sql`update rooms.room set ended_by = null where ended_by = ${memberId}`.execute(db)
    await sql`update rooms.link set created_by = null where created_by = ${memberId}`.execute(db)
    await sql`delete from rooms.replay_watch where member_id = ${memberId}`.execute(db)
    await sql`update rooms.replay set owner_id = null where owner_id = ${memberId}`.execute(db)
  },
})
