/** Faults of a plan, and what changed in it. */
export const plans = {
  'plan.notValid': 'the plan is not valid and was not changed:{faults}',
  'plan.editChangesNothing': 'the edited plan is the same as the current one',
  'plan.noLongerHasUnit': 'the accepted plan no longer has this unit',
  'plan.cycle': 'the dependencies of these units form a cycle: {cycle}',
  'plan.changesMergedUnit':
    'unit {unit} is already merged and cannot change: leave it out of the plan, and give further work a new id',
  'plan.unitsWriteSamePaths':
    'units {one} and {other} both write {paths}: make one depend on the other, or give them different paths',
  'plan.notAnObject': 'a plan must be an object with units, not {kind}',
  'plan.onlyOneUnit': 'the plan has only one unit, so nothing can run in parallel',
  'plan.tooManyUnits': 'the plan has {count} units; more than 7 are hard to keep independent',
  'plan.unitWritesManyPaths': '{unit} writes {count} paths; a unit with more than {most} is often two units',
  'plan.expectedPathsNotDeclared': '{unit} expects changes in {paths}, but does not declare to write there',
  'plan.unitNoLongerWrites': '{unit} no longer writes {path}',
  'plan.unitNoLongerRuns': '{unit} no longer runs {command}',
  'plan.unitNoLongerShows': '{unit} no longer has to show {check} → {expected}',
  'plan.unitNoLongerFollows': '{unit} no longer uses {pipeline}',
  'plan.usualPipeline': 'the default pipeline',
  'plan.bringsNewCommands':
    'the plan contains commands that are not in the configuration: {commands} (to allow them without a question: --allow-plan-commands)',
  'plan.takesUnitOfOther': 'the plan of {planner} removes {unit}, which {other} planned',
  'plan.faultIndented': '\n  {fault}',
} as const
