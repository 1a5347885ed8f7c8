/** The caller's own figures, as a module of a page. */
import { type PageEntry, pageModule } from '#modules/content/catalog/server.ts'
import { learningFigures } from '#modules/content/study/server.ts'
import { type FigureName, figureNames } from '../contract/module-types.ts'

export const figureModule = pageModule({
  types: ['figures'],
  async entries(db, { caller }, modules) {
    const all = await learningFigures(db, caller)
    const values: Readonly<Record<FigureName, number>> = {
      'study-minutes': all.studyMinutes,
      'class-hours': Number(all.classHours) / 100,
      credits: Number(all.credits) / 100,
      finished: all.completedCourseCount,
    }
    const entry = (name: string): PageEntry[] => {
      const known = figureNames.find((one) => one === name)
      return known ? [{ id: known, kind: 'figure', title: '', link: '/center', value: values[known] }] : []
    }
    return new Map(modules.map(({ id, settings }) => [id, (settings.figures ?? figureNames).flatMap(entry)]))
  },
})
