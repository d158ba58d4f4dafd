-- The values of a form that may be public, by its code. Named one by one: what is not named here (contacts, risks,
-- opinions, notes, documents, people) never leaves, and a new field of a form is not public until it is added.
-- Forms without public values have '{}'.
create or replace function public_form_facts(code text, input jsonb) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_strip_nulls(case
    when code in ('ideja', 'identifikacija-projekta', 'spremnost', 'posebnog-znacaja') then jsonb_build_object(
      'name', input #> '{basic,projectName}',
      'level', input #> '{basic,level}',
      'proposer', input #> '{basic,proposer,id}',
      'locations', public_rows(input #> '{basic,locations}', '{id,name}'),
      'isdaconNumber', input #> '{basic,isdaconNumber}',
      'summary', input #> '{description,summary}',
      'goals', input #> '{description,goals}',
      'beneficiaries', input #> '{description,beneficiaries}',
      'strategies', public_rows(input #> '{description,strategies}', '{document,goal}'),
      'value', input #> '{financialInfo,price,local}',
      'sources', public_rows(input #> '{financialInfo,fundingSources}', '{source,name,localAmount}'),
      'years', public_rows(input #> '{financialInfo,yearlyCosts}', '{year,amount}'))
    when code ~ '^1-5-[0-5]$' then jsonb_build_object(
      'name', input #> '{basic,name}',
      'proposer', input #> '{basic,proposer,id}',
      'locations', public_rows(input #> '{basic,locations}', '{id,name}'),
      'summary', input #> '{description,purpose}',
      'goals', input #> '{description,goals}',
      'beneficiaries', input #> '{description,beneficiaries}',
      'strategy', input #> '{relevance,strategy}',
      'value', input #> '{financialInfo,price,local}',
      'sources', public_rows(input -> 'fundingSources', '{source,name,localAmount}'))
    when code = 'pif-mini' then jsonb_build_object(
      'name', input #> '{basic,name}',
      'proposer', input #> '{basic,proposer,id}',
      'locations', public_rows(input #> '{basic,locations}', '{id,name}'),
      'summary', case jsonb_typeof(input -> 'description') when 'string' then input -> 'description' end,
      'value', input #> '{estimate,total}',
      'sources', public_rows(input -> 'fundingSources', '{source,name,localAmount}'))
    when code in ('plan', 'korekcija') then jsonb_build_object(
      'name', input #> '{basic,projectName}',
      'locations', public_rows(input #> '{basic,locations}', '{id,name}'),
      'value', input #> '{financialInfo,price,local}',
      'sources', public_rows(input #> '{financialInfo,fundingSources}', '{source,name,localAmount}'),
      'activities', public_rows(input #> '{financialInfo,activityList}', '{name,estimate}'),
      'start', input #> '{implementationDates,start}',
      'end', input #> '{implementationDates,end}',
      'schedule', (
        select jsonb_agg(jsonb_build_object(
                 'activity', row #> '{activity,name}',
                 'plan', public_rows(row -> 'plan', '{year,q1,q2,q3,q4}')) order by place)
        from jsonb_array_elements(
          case jsonb_typeof(input -> 'implementation') when 'array' then input -> 'implementation' end)
          with ordinality rows (row, place)))
    when code = 'predimplementacija' then jsonb_build_object(
      'procurements', public_rows(input #> '{procurement,items}',
                                  '{subject,kind,procedure,net,gross,call,contract,duration}'))
    when code in ('kvartalni', 'kvartalni-korekcija') then jsonb_build_object(
      'progress', (
        select jsonb_agg(jsonb_build_object(
                 'name', row -> 'name',
                 'fulfilled', row #> '{details,physical,activityFulfilled}',
                 'expense', row #> '{details,financial,realExpense}') order by place)
        from jsonb_array_elements(
          case jsonb_typeof(input #> '{summary,activities}') when 'array' then input #> '{summary,activities}' end)
          with ordinality rows (row, place)))
    when code = 'zavrsni' then jsonb_build_object(
      'actualEnd', input #> '{basicInfo,actualEnd}',
      'delayNotes', case when input #>> '{basicInfo,delayed}' = 'Да' then input #> '{basicInfo,notes}' end,
      'actualValue', input #> '{expenses,totals,actualRealization}',
      'deviationNotes', case when input #>> '{expenses,deviation,deviated}' = 'Да'
                             then input #> '{expenses,deviation,notes}' end)
    else '{}'
  end)
$$;
