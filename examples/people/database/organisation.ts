/**
 * Departments and skills of the sample company: the same for every number of employees. The id is
 * the position in the list, from 1: `2026-01-7` is the seventh department.
 */

/** Code, name, and the code of the parent; null at the top of a tree. */
export const departments: readonly (readonly [string, string, string | null])[] = [
  ['ENG', 'Engineering', 'TECH'],
  ['SALES', 'Sales', 'REV'],
  ['SUPPORT', 'Customer Success', 'REV'],
  ['OPS', 'Operations', 'EXEC'],
  ['ENG-PLAT', 'Platform Engineering', 'ENG'],
  ['ENG-APPS', 'Application Engineering', 'ENG'],
  ['SALES-EU', 'Sales Europe', 'SALES'],
  ['SALES-LATAM', 'Vendas América Latina', 'SALES'],
  ['MKT', 'Marketing', 'REV'],
  ['FIN', 'Finance', 'EXEC'],
  ['HR', 'Human Resources', 'EXEC'],
  ['LEGAL', 'Legal & Compliance', 'EXEC'],
  ['DATA', 'Data and Analytics', 'TECH'],
  ['RND', 'Research & Development', 'TECH'],
  ['QA', 'Quality Assurance', 'ENG'],
  ['SEC', 'Security Response', 'TECH'],
  ['FACIL', 'Facilities', 'OPS'],
  ['LOG-SP', 'Logística São Paulo', 'OPS'],
  ['LOG-ZRH', 'Logistik Zürich Großhandel', 'OPS'],
  ['TECH', 'Technology', 'EXEC'],
  ['REV', 'Revenue', 'EXEC'],
  ['EXEC', 'Executive Office', null],
  ['COUNCIL', "Workers' Council", null],
  ['LABS', 'Labs', null],
]

/** Code, name, category. */
export const skills: readonly (readonly [string, string, string])[] = [
  ['TS', 'TypeScript', 'Engineering'],
  ['JAVA', 'Java', 'Engineering'],
  ['CS', 'C#', 'Engineering'],
  ['CPP', 'C++', 'Engineering'],
  ['RUST', 'Rust', 'Engineering'],
  ['PY', 'Python', 'Engineering'],
  ['GO', 'Go', 'Engineering'],
  ['SQL', 'SQL', 'Data'],
  ['PG', 'PostgreSQL', 'Data'],
  ['STAT', 'Statistics', 'Data'],
  ['ML', 'Machine Learning', 'Data'],
  ['VIZ', 'Data Visualisation', 'Data'],
  ['LIKE', 'Pattern Matching', 'Data'],
  ['K8S', 'Kubernetes', 'Operations'],
  ['LINUX', 'Linux', 'Operations'],
  ['NET', 'TCP/IP Networks', 'Operations'],
  ['WIN', 'Windows Administration', 'Operations'],
  ['ONCALL', 'On-call 24/7', 'Operations'],
  ['A11Y', 'Accessibility', 'Design'],
  ['UX', 'Interaction Design', 'Design'],
  ['TYPO', 'Typography', 'Design'],
  ['HTML', 'HTML and CSS', 'Design'],
  ['PHOTO', 'Photography', 'Design'],
  ['PT', 'Português', 'Languages'],
  ['ES', 'Español', 'Languages'],
  ['FR', 'Français', 'Languages'],
  ['TR', 'Türkçe', 'Languages'],
  ['DE', 'Deutsch', 'Languages'],
  ['JA', '日本語', 'Languages'],
  ['EN', 'English', 'Languages'],
  ['NEG', 'Negotiation', 'Business'],
  ['ACC', 'Accounting', 'Business'],
  ['LAW', "Labour law, workers' rights", 'Business'],
  ['PM', 'Project Management', 'Business'],
  ['AGILE', 'Agile Methods', 'Business'],
  ['SALES', 'Sales', 'Business'],
  ['COACH', 'Coaching', 'People'],
  ['WRITE', 'Writing', 'People'],
  ['SPEAK', 'Public Speaking', 'People'],
  ['MENTOR', 'Mentoring', 'People'],
]

/** Names that break naive code, by code: those of `--edge-cases`. */
export const edgeNames = {
  departments: {
    QA: 'Quality 100%',
    SEC: 'Security_Response',
    LABS: 'The "Labs" <b>incubator</b>',
  },
  skills: {
    LIKE: 'Pattern matching (%_%)',
    WIN: 'C:\\Windows administration',
    HTML: '<HTML> & CSS',
    DE: 'Deutsch (Großschreibung)',
    AGILE: '"Agile"',
    MENTOR: 'Mentoring 🌱',
  },
} satisfies Record<string, Readonly<Record<string, string>>>
