create view published.appropriations as
  select id, budget_year, organization_code, chapter, subchapter, program_code, project_code, function_code,
         source_of_funding_code, economic_classification_code, amount, current_amount
  from appropriations;
