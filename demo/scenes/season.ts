export type Season = "spring" | "summer" | "autumn" | "winter";

export type Weather = "clear" | "cloudy" | "mist" | "rain" | "snow" | "storm";
