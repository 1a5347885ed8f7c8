/** Courses' door for the browser shell. */
import type { WebModule } from '#web/module.ts'
import { authorsCourses, followsLearners, managesCategories, reviewsCourseProofs } from './contract/access.ts'

export const coursesWeb: WebModule = {
  name: 'courses',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/study-v',
      title: { cn: '学习中心', en: 'Learning' },
      screen: () => import('./web/study/StudyPage.tsx'),
      plain: true,
      slots: ['study'],
    },
    {
      path: '/study/course',
      title: { cn: '课程库', en: 'Course library' },
      screen: () => import('./web/study/CataloguePage.tsx'),
      plain: true,
    },
    {
      path: '/study/course/detail/:id',
      title: { cn: '课程学习', en: 'Course' },
      screen: () => import('./web/study/CoursePage.tsx'),
      plain: true,
    },
    {
      path: '/study/course/preview/:id',
      title: { cn: '课程预览', en: 'Course preview' },
      // Who decides about it sees it too: the server says who.
      screen: () => import('./web/study/PreviewPage.tsx'),
      layout: 'either',
      plain: true,
    },
    {
      path: '/center/my/notes',
      title: { cn: '我的笔记', en: 'My notes' },
      screen: () => import('./web/center/NotesPage.tsx'),
    },
    {
      path: '/admin/courses',
      title: { cn: '课程管理', en: 'Courses' },
      screen: () => import('./web/admin/CoursesPage.tsx'),
      layout: 'admin',
      access: authorsCourses,
    },
    {
      path: '/admin/courses/:id',
      title: { cn: '编辑课程', en: 'Edit course' },
      screen: () => import('./web/admin/EditorPage.tsx'),
      layout: 'admin',
      access: authorsCourses,
    },
    {
      path: '/admin/course-categories',
      title: { cn: '课程分类', en: 'Course categories' },
      screen: () => import('./web/admin/CategoriesPage.tsx'),
      layout: 'admin',
      access: managesCategories,
    },
    {
      path: '/admin/course-proofs',
      title: { cn: '学习证明审核', en: 'Course proofs' },
      // Who teaches a course audits too, without a permission: the server says what they see.
      screen: () => import('./web/admin/ProofsPage.tsx'),
      layout: 'admin',
    },
    {
      path: '/admin/course-questions',
      title: { cn: '学员提问', en: 'Learner questions' },
      // Who teaches a course answers too, without a permission: the server says what they see.
      screen: () => import('./web/admin/QuestionsPage.tsx'),
      layout: 'admin',
    },
    {
      path: '/admin/course-progress',
      title: { cn: '学习进度', en: 'Learning progress' },
      screen: () => import('./web/admin/FollowedPage.tsx'),
      layout: 'admin',
      access: followsLearners,
    },
    {
      path: '/admin/course-progress/:courseId',
      title: { cn: '课程学习进度', en: 'Course progress' },
      screen: () => import('./web/admin/BoardPage.tsx'),
      layout: 'admin',
      access: followsLearners,
    },
  ],
  menu: [
    { area: 'center', order: 40, title: { cn: '我的笔记', en: 'Notes' }, icon: 'edit', path: '/center/my/notes' },
    {
      area: 'main',
      order: 20,
      title: { cn: '学习', en: 'Learning' },
      icon: 'study',
      path: '/study-v',
      phone: true,
    },
    {
      area: 'main',
      order: 21,
      title: { cn: '课程', en: 'Courses' },
      icon: 'library',
      path: '/study/course',
      phone: true,
    },
    {
      area: 'admin',
      group: 'content',
      order: 10,
      title: { cn: '课程管理', en: 'Courses' },
      icon: 'book',
      path: '/admin/courses',
      access: authorsCourses,
    },
    {
      area: 'admin',
      group: 'content',
      order: 40,
      title: { cn: '课程分类', en: 'Course categories' },
      icon: 'folder',
      path: '/admin/course-categories',
      access: managesCategories,
    },
    {
      area: 'admin',
      group: 'study',
      order: 30,
      title: { cn: '学习证明', en: 'Course proofs' },
      icon: 'check',
      path: '/admin/course-proofs',
      access: reviewsCourseProofs,
    },
    {
      area: 'admin',
      group: 'study',
      order: 32,
      title: { cn: '学员提问', en: 'Learner questions' },
      icon: 'community',
      path: '/admin/course-questions',
      access: reviewsCourseProofs,
    },
    {
      area: 'admin',
      group: 'study',
      order: 20,
      title: { cn: '学习进度', en: 'Learning progress' },
      icon: 'chart',
      path: '/admin/course-progress',
      access: followsLearners,
    },
  ],
  widgets: {
    'home-side': [{ order: 10, access: authorsCourses, screen: () => import('./web/home/TeachingSection.tsx') }],
    'member-card-rows': [{ order: 10, screen: () => import('./web/center-v/StudyTimeRow.tsx') }],
    homepage: [{ order: 10, screen: () => import('./web/center-v/TaughtSection.tsx') }],
    home: [
      { order: 10, screen: () => import('./web/home/ContinueSection.tsx') },
      { order: 20, screen: () => import('./web/home/NewestSection.tsx') },
    ],
  },
}
