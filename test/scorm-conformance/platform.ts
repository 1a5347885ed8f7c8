/** The platform as the suite meets it: packages come in by our upload, are opened by our address, and run in Chromium. */
import { type Browser, chromium, type Frame, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type ArchiveFiles, archiveOf } from '#modules/learning/packages/server/archives.fixture.ts'
import { uploadsPath } from '#modules/platform/files/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { RootDatabase } from '#server/db/pool.ts'

const waitsMs = 30_000

export interface Kept {
  readonly cmi: Record<string, unknown>
  readonly completed: boolean
  readonly passed: boolean | null
  readonly scorePercent: number | null
}

/** A package that the learner has open. */
export interface Opened {
  readonly page: Page
  readonly unitIds: readonly string[]
  readonly attemptId: string
  /** Opens a unit and answers its frame. */
  unit(index: number): Promise<Frame>
  close(): Promise<void>
  kept(index: number): Promise<Kept | undefined>
}

export class SuitePlatform {
  readonly #origin: string
  readonly #db: RootDatabase
  readonly #browser: Browser
  readonly #author: BuiltMember
  readonly #learner: BuiltMember

  static async make(origin: string, db: RootDatabase): Promise<SuitePlatform> {
    const companyId = await buildCompany(db, '澜舟科技')
    const author = await buildMember(db, { companyId, roles: ['lecturer'] })
    const learner = await buildMember(db, { companyId })
    const { CHROMIUM_PATH: executablePath } = process.env
    const browser = await chromium.launch({
      // The site's page is given by the test itself: Chromium can't know that it is of this machine too.
      args: ['--disable-features=LocalNetworkAccessChecks'],
      ...(executablePath && { executablePath }),
    })
    return new SuitePlatform(origin, db, browser, { author, learner })
  }

  private constructor(
    origin: string,
    db: RootDatabase,
    browser: Browser,
    { author, learner }: { readonly author: BuiltMember; readonly learner: BuiltMember },
  ) {
    this.#origin = origin
    this.#db = db
    this.#browser = browser
    this.#author = author
    this.#learner = learner
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  async #call<T>(member: BuiltMember, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${member.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async #upload(content: Buffer): Promise<string> {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const common = { authorization: `Bearer ${this.#author.token}`, 'tus-resumable': '1.0.0' }
    const created = await fetch(`${this.#origin}/api/v1${uploadsPath}`, {
      method: 'POST',
      headers: {
        ...common,
        'upload-length': String(content.length),
        'upload-metadata': `filename ${base64('package.zip')},kind ${base64('package')}`,
      },
    })
    const address = new URL(created.headers.get('location') ?? '', `${this.#origin}/api/v1${uploadsPath}/`)
    const sent = await fetch(address, {
      method: 'PATCH',
      headers: { ...common, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(content),
    })
    if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
    const finish = `${uploadsPath}/${address.pathname.split('/').at(-1)}/finish`
    return (await this.#call<{ id: string }>(this.#author, 'POST', finish, {})).id
  }

  /** Uploads the archive, waits until it is prepared, and puts it into a course for which the learner is registered. */
  async install(files: ArchiveFiles): Promise<{ readonly packageId: string; readonly place: Place }> {
    const fileId = await this.#upload(archiveOf(files))
    const { id: packageId } = await this.#call<{ id: string }>(this.#author, 'POST', '/course-study/package', {
      fileId,
    })
    for (const until = Date.now() + waitsMs; ; ) {
      const { state, reasons } = await this.#call<{ state: string; reasons: object }>(
        this.#author,
        'GET',
        `/course-study/package/${packageId}`,
      )
      if (state === 'ready') break
      if (state === 'failed' || Date.now() > until) throw new Error(`not prepared: ${state} ${JSON.stringify(reasons)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const course = await buildCourse(this.#db, {
      author: this.#author,
      chapters: [{ sections: [{ kind: 'package', packageId }] }],
    })
    const sectionId = course.sections[0]?.id ?? ''
    await this.#call(this.#learner, 'POST', `/course-study/course-front/${course.id}/register`, {})
    return { packageId, place: { courseId: course.id, sectionId } }
  }

  async isCourseFinished({ courseId }: Place): Promise<boolean> {
    const { rows } = await sql<{ isFinished: boolean }>`
      select finished_at is not null as "isFinished" from courses.registration
      where course_id = ${courseId} and member_id = ${this.#learner.id}`.execute(this.#db)
    return rows[0]?.isFinished ?? false
  }

  /** Puts an earlier visit of a unit into the records: its data, and the time that it took. */
  async visitedEarlier(opened: Opened, index: number, cmi: object, totalMs: number): Promise<void> {
    await sql`
      insert into packages.unit_state (attempt_id, unit_id, company_id, cmi, total_ms, updated_at)
      values (${opened.attemptId}, ${opened.unitIds[index]}, ${this.#learner.companyId}, ${JSON.stringify(cmi)}::jsonb,
        ${totalMs}, ${Date.now()})
      on conflict (attempt_id, unit_id) do update set cmi = excluded.cmi, total_ms = excluded.total_ms`.execute(
      this.#db,
    )
  }

  async open({ courseId, sectionId }: Place): Promise<Opened> {
    const path = `/course-study/course-front/${courseId}/sections/${sectionId}/launch`
    const { launchUrl } = await this.#call<{ launchUrl: string }>(this.#learner, 'POST', path, {})
    const launch = (await (await fetch(`${launchUrl}~/launch`)).json()) as {
      kind: string
      units: { id: string; isLaunchable: boolean }[]
    }
    const { rows } = await sql<{ id: string }>`
      select id from packages.attempt where section_id = ${sectionId} and member_id = ${this.#learner.id}`.execute(
      this.#db,
    )
    const attemptId = rows[0]?.id ?? ''
    const unitIds = launch.units.filter(({ isLaunchable }) => isLaunchable).map(({ id }) => id)
    const hrefs = await this.#hrefs(unitIds)
    const page = await this.#browser.newPage()
    const site = `${this.#origin}/suite`
    const frameUrl = `${launchUrl}#site=${encodeURIComponent(this.#origin)}`
    // The site's page as far as the player needs one: it shows the frame, and says which unit is wished.
    await page.route(site, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><iframe id="player" style="width:900px;height:700px"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads"></iframe><script>
          window.said = []
          const player = document.getElementById('player')
          window.ask = (message) => player.contentWindow.postMessage(message, '*')
          window.addEventListener('message', (event) => {
            said.push(event.data)
            if (event.data.kind === 'shuyuan.package.hello') ask({ kind: 'shuyuan.package.start' })
          })
          player.src = ${JSON.stringify(frameUrl)}
        </script>`,
      }),
    )
    await page.goto(site)
    await page.waitForFunction('said.some(({ kind }) => kind === "shuyuan.package.ready")')
    const ask = async (index: number) => {
      await page.evaluate((unitId) => {
        const { ask } = globalThis as unknown as { ask: (message: object) => void }
        ask({ kind: 'shuyuan.package.open', unitId })
      }, unitIds[index])
    }
    return {
      page,
      unitIds,
      attemptId,
      unit: async (index) => {
        await ask(index)
        return frameAt(page, hrefs[index] ?? '')
      },
      close: () => page.close(),
      kept: (index) => this.#kept(attemptId, unitIds[index] ?? ''),
    }
  }

  async #hrefs(unitIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string; href: string }>`
      select id, href from packages.unit where id = any(${[...unitIds]}::uuid[])`.execute(this.#db)
    return unitIds.map((unitId) => rows.find(({ id }) => id === unitId)?.href ?? '')
  }

  async #kept(attemptId: string, unitId: string): Promise<Kept | undefined> {
    const { rows } = await sql<Kept>`
      select cmi, completed_at is not null as completed, passed, score_percent::float8 as "scorePercent"
      from packages.unit_state where attempt_id = ${attemptId} and unit_id = ${unitId}`.execute(this.#db)
    return rows[0]
  }
}

export interface Place {
  readonly courseId: string
  readonly sectionId: string
}

async function frameAt(page: Page, href: string): Promise<Frame> {
  for (const until = Date.now() + waitsMs; Date.now() < until; ) {
    const frame = page.frames().find((one) => one.url().endsWith(href))
    if (frame && (await frame.evaluate('document.readyState').catch(() => '')) === 'complete') return frame
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${href} is not shown`)
}
