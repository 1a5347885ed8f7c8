/**
 * Figures of members and items, noted by whatever changes them: a row is added in the transaction of the change, so that a
 * figure counts exactly if the change does. The rankings read the notes and keep their totals. Notes are only ever added:
 * two who like the same thing wait for nobody.
 */
import { sql } from 'kysely'
import { type Connection, withTables } from './connection.ts'

/**
 * The table, and what the trigger of a module says:
 *
 *     perform server.note_figure(new.company_id, 'credit', 'credits', new.id::text, new.member_id, …)
 *
 * `key` names what happened within its source. A later note of the same key takes the place of the earlier one, and an
 * amount of 0 takes it away: what is reported twice counts once.
 */
export const FIGURE_NOTES = sql`
  select pg_advisory_xact_lock(hashtextextended('server.figure_note', 0));
  create table if not exists server.figure_note (
    id bigint generated always as identity primary key,
    company_id uuid not null,
    ranking text not null,
    source text not null,
    key text not null,
    business_type smallint not null,
    subject_id uuid not null,
    member_id uuid,
    amount bigint not null,
    at public.instant not null,
    label text not null
  );
  create index if not exists figure_note_of_company on server.figure_note (company_id, id);

  create or replace function server.note_figure(company_id uuid, ranking text, source text, key text, business_type int,
    subject_id uuid, member_id uuid, amount bigint, at bigint, label text default '') returns void language plpgsql as $$
  begin
    if current_setting('server.is_dry_run', true) = 'on' then return; end if;
    insert into server.figure_note (company_id, ranking, source, key, business_type, subject_id, member_id, amount, at, label)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, ''));
  end $$;
`

/** A figure as its source knows it now. */
export interface FigureNote {
  readonly companyId: string
  readonly ranking: string
  readonly source: string
  readonly key: string
  /** The kind of the subject (map business-type); 0: a member. */
  readonly businessType: number
  readonly subjectId: string
  /** Whose doing it is: erased with the member. */
  readonly memberId: string | null
  readonly amount: number
  readonly at: number
  /** What it was called. */
  readonly label: string
}

/** Notes figures by hand, where no row of one table says them. One statement. */
export async function noteFigures(db: Connection, notes: readonly FigureNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    select server.note_figure("companyId", ranking, source, key, "businessType", "subjectId", "memberId", amount, at, label)
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as one("companyId" uuid, ranking text, source text, key text,
      "businessType" int, "subjectId" uuid, "memberId" uuid, amount bigint, at bigint, label text)`.execute(
    withTables<unknown>(db),
  )
}

/** The companies that have notes, each found by one look into the index. */
export async function notedCompanies(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive noted as (
      (select n.company_id from server.figure_note n order by n.company_id limit 1)
      union all
      select (select n.company_id from server.figure_note n where n.company_id > noted.company_id
        order by n.company_id limit 1) from noted where noted.company_id is not null)
    select company_id as id from noted where company_id is not null`.execute(withTables<unknown>(db))
  return rows.map(({ id }) => id)
}

/** `with taken as ${takeNotesSql(…)}`: takes the oldest notes of a company away. */
export const takeNotesSql = (companyId: string, limit: number) => sql`(
  delete from server.figure_note where id in (select n.id from server.figure_note n where n.company_id = ${companyId}
    order by n.id limit ${limit}) returning *)`
